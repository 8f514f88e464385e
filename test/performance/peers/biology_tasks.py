# SPDX-License-Identifier: BSD-3-Clause
"""The tasks of biology.py: each makes its data, runs programs on them, and adds tables."""

import dataclasses
import gzip
import itertools
import os
import random
import re

import cases
import trees

GENOMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/mers_genomes.fasta.gz")
BACTERIA = "/usr/share/doc/ragout/examples"
LAMBDA = "/usr/share/doc/bowtie2/examples"
# Assays for MERS: upstream of E, and ORF1a (Corman and others, 2012).
ASSAYS = os.path.join(os.path.dirname(GENOMES), "mers_assays.fasta")
# Branches of a tree that stand for more substitutions than this are certain.
SOLID = 3
COMPLEMENT = str.maketrans("ACGT", "TGCA")


def read_fasta(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="ascii") as file:
        records = file.read().split(">")[1:]
    parts = [record.partition("\n") for record in records]
    return {header.split()[0]: letters.replace("\n", "").upper() for header, _, letters in parts}


def write_fasta(path, records):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f">{name}\n{letters}\n" for name, letters in records.items())
    return path


def read_table(run):
    """The rows of a table with a header."""
    header, *rows = (line.split("\t") for line in run.lines())
    return [dict(zip(header, row)) for row in rows]


def with_edits(generator, text, count):
    """Changes, deletes or puts a letter after some letters, so that the edit distance is at most the count."""
    letters = list(text)
    for place in generator.sample(range(len(text)), count):
        other = generator.choice("ACGT".replace(letters[place], ""))
        letters[place] = generator.choice((other, "", letters[place] + other))
    return "".join(letters)


def errors(generator, size, rate):
    """How many letters have an error."""
    return sum(generator.random() < rate for _ in range(size))


def reverse_complement(text):
    return text.translate(COMPLEMENT)[::-1]


def bacterium(bench, name, size, seed):
    """The letters of a genome, and what to call it: a real one if it is there."""
    path = f"{BACTERIA}/{name}.fasta.gz"
    if not bench.quick and os.path.exists(path):
        return next(iter(read_fasta(path).values())), os.path.basename(name)
    return cases.random_text(random.Random(seed), "dna", 20_000 if bench.quick else size), "a random genome"


def compare_trees(bench):
    genomes = read_fasta(GENOMES)
    if bench.quick:
        genomes = {name: text[20_000:28_000] for name, text in list(genomes.items())[::4]}
    path = write_fasta(bench.path("genomes.fa"), genomes)
    table = bench.table(
        f"Distances and trees of {len(genomes)} genomes",
        "The reference is MAFFT's alignment (`--retree 1`): the p-distances of its columns without gaps, and QuickTree's splits by "
        f"branches of more than {SOLID} substitutions, which others may have or not.",
        "Pearson's r",
        "solid splits",
    )
    reference = TreeReference(bench)

    def align():
        run = bench.run("mafft", "--quiet", "--retree", 1, "--thread", bench.threads, path)
        return run, *reference.take(read_fasta(run.output))

    def compare(*command):
        run = bench.run("gpulcs", *command, "--all-pairs", "--threads", bench.threads, path, path)
        return run, *reference.judge(trees.read_phylip(run.output))

    def sketch():
        run = bench.run("mash", "dist", "-p", bench.threads, "-i", path, path)
        matrix = {name: {} for name in genomes}
        for first, second, distance, *_ in (line.split("\t") for line in run.lines()):
            matrix[first][second] = float(distance)
        return run, *reference.judge(matrix)

    table.row("MAFFT", "mafft", align)
    table.row("gpulcs edit", "gpulcs", lambda: compare("edit", "--format", "phylip"))
    table.row("gpulcs lcs", "gpulcs", lambda: compare("lcs", "--format", "phylip"))
    table.row("gpulcs lcs --distance longer", "gpulcs", lambda: compare("lcs", "--format", "phylip", "--distance", "longer"))
    table.row("mash", "mash", sketch)


class TreeReference:
    """The distances and the solid splits of an alignment, if there is one."""

    def __init__(self, bench):
        self.bench = bench
        self.letters = 1
        self.distances = None
        self.solid = None

    def take(self, aligned):
        self.distances = trees.p_distances(aligned)
        self.letters = len(next(iter(aligned.values())))
        splits = self.splits(self.distances)
        self.solid = None if splits is None else {split for split, length in splits.items() if length > SOLID}
        return "1", "-" if self.solid is None else len(self.solid)

    def judge(self, distances):
        r = "-" if self.distances is None else f"{trees.correlation(distances, self.distances):.3f}"
        splits = self.splits(distances)
        return r, "-" if splits is None or self.solid is None else f"{len(self.solid & set(splits))} of {len(self.solid)}"

    def splits(self, distances):
        """Those of neighbour joining, with branches in substitutions: QuickTree writes five digits after the point."""
        if "quicktree" not in self.bench.tools:
            return None
        path = self.bench.path("distances.phy")
        trees.write_phylip(path, distances, self.letters)
        return trees.splits("".join(self.bench.run("quicktree", "-in", "m", path).lines()))


def compare_strains(bench):
    table = bench.table(
        "Two strains",
        "gpulcs computes one global alignment; the identity of all counts what only one genome has as differences. With `--split-gaps "
        "100`, alignments have parts without longer gaps, and these are beside dnadiff's: the identity of their columns, and how much of "
        "the first genome they cover. In synthetic strains, 1 % of the letters are substituted, and ten segments inserted.",
        "identity of all",
        "of aligned parts",
        "aligned",
    )
    names = ("S.Aureus/references/N315", "S.Aureus/references/COL")
    if not bench.quick and all(os.path.exists(f"{BACTERIA}/{name}.fasta.gz") for name in names):
        compare_strain_pair(bench, table, "S. aureus N315, COL", [bacterium(bench, name, 0, 0)[0] for name in names], 0)
    compare_strain_pair(bench, table, "synthetic", *synthetic_strains(10_000 if bench.quick else 2_000_000))


def synthetic_strains(letters):
    """Both, and the smallest identity that they have."""
    generator = random.Random(2)
    first = cases.random_text(generator, "dna", letters)
    second = [generator.choice("ACGT".replace(one, "")) if generator.random() < 0.01 else one for one in first]
    kept = sum(map(str.__eq__, first, second))
    for place in generator.sample(range(letters), 10):
        second[place] += cases.random_text(generator, "dna", letters // 200)
    second = "".join(second)
    return (first, second), kept / len(second)


def compare_strain_pair(bench, table, title, strains, smallest):
    """The identity of the strains is at least the smallest."""
    first, second = strains
    paths = [write_fasta(bench.path(name), {name: text}) for name, text in (("first.fa", first), ("second.fa", second))]
    paf = bench.path("strains.paf")

    def compare(command, *options):
        run = bench.run("gpulcs", command, "--threads", bench.threads, *options, *paths)
        identity = float(read_table(run)[0]["identity"])
        bench.need(identity >= smallest - 1e-6, f"the identity of the strains is {smallest} or more, not {identity}")
        return run, percent(identity), *(aligned_parts(paf, len(first)) if options else ("", ""))

    def dnadiff():
        run = bench.run("dnadiff", "-p", bench.path("dnadiff"), *paths)
        with open(bench.path("dnadiff.report"), encoding="ascii") as file:
            text = file.read()
        identity = re.search(r"AvgIdentity\s+([\d.]+)", text)
        aligned = re.search(r"AlignedBases\s+\d+\(([\d.]+)%\)", text)
        return run, "", *(f"{float(found[1]):.1f} %" for found in (identity, aligned))

    for command in ("edit", "lcs"):
        table.row(f"{title}: gpulcs {command}", "gpulcs", lambda: compare(command))
        label = f"{title}: gpulcs {command} --alignment"
        table.row(label, "gpulcs", lambda: compare(command, "--alignment", paf, "--split-gaps", 100))
    table.row(f"{title}: dnadiff", "dnadiff", dnadiff)


def aligned_parts(path, letters):
    with open(path, encoding="ascii") as file:
        rows = [line.split("\t") for line in file]
    matches, columns = (sum(int(row[i]) for row in rows) for i in (9, 10))
    covered = sum(int(row[3]) - int(row[2]) for row in rows)
    return percent(matches / max(columns, 1)), percent(covered / letters)


def percent(part):
    return f"{100 * part:.1f} %"


def compare_primers(bench):
    strains = read_fasta(GENOMES)
    if bench.quick:
        strains = dict(list(strains.items())[:4])
    letters, name = bacterium(bench, "E.Coli/references/MG1655-K12", 4_600_000, 3)
    paths = [write_fasta(bench.path("strains.fa"), strains), write_fasta(bench.path("bacterium.fa"), {"bacterium": letters})]

    about = f"of two assays for MERS (Corman and others, 2012) in {len(strains)} genomes and {name}"
    compare_sites(bench, about, read_fasta(ASSAYS), paths, 3)
    planted = plant_primers(letters, 10 if bench.quick else 100)
    about = f"of {len(planted)} primers in {name}, which are 20 letters of it with up to 4 random edits"
    sites = compare_sites(bench, about, {primer: one[0] for primer, one in planted.items()}, paths[1:], 4)
    for primer, (_, begin, edits) in planted.items():
        place = Site(primer, "bacterium", "+", begin, begin + 20)
        bench.need(any(site.edits <= edits and site.touches(place) for site in sites), f"it does not list {place}")
    design_primers(bench, *paths, name)


@dataclasses.dataclass
class Site:
    """Where a primer may bind."""

    primer: str
    sequence: str
    strand: str
    begin: int
    end: int
    edits: int = 0

    def touches(self, other):
        is_same = (self.primer, self.sequence, self.strand) == (other.primer, other.sequence, other.strand)
        return is_same and self.begin < other.end and other.begin < self.end


def plant_primers(letters, count):
    """By name: the primer, where it is from, and its edits."""
    generator = random.Random(4)
    begins = [generator.randrange(len(letters) - 20) for _ in range(count)]
    return {
        f"primer{i}": (with_edits(generator, letters[begin : begin + 20], i % 5), begin, i % 5) for i, begin in enumerate(begins)
    }


def compare_sites(bench, about, primers, paths, most):
    """A table of sites by their edits; returns those of gpulcs."""
    table = bench.table(
        f"Sites with at most {most} edits",
        f"They are those {about}, on both strands. blastn-short (word size 7, e-value 1000, without the time of `makeblastdb`) finds a "
        "site if one of its hits there touches it; that is generous.",
        *(f"{edits} edit{'s' * (edits != 1)}" for edits in range(most + 1)),
    )
    path = write_fasta(bench.path("primers.fa"), primers)
    sites = []

    def check():
        run = bench.run("gpulcs", "primer", "check", path, "-k", most, "--threads", bench.threads, *paths)
        sites.extend(
            Site(row["primer"], row["sequence"], row["strand"], int(row["start"]), int(row["end"]), int(row["edits"]))
            for row in read_table(run)
        )
        return run, *count_edits(sites, most)

    def blast():
        run, hits = find_hits(bench, path, paths)
        for hit in hits:
            is_site = hit.edits <= most
            bench.need(not is_site or any(map(hit.touches, sites)), f"it does not list the site {hit}, which blastn finds")
        near = {}
        for hit in hits:
            near.setdefault((hit.primer, hit.sequence, hit.strand), []).append(hit)
        found = [site for site in sites if any(map(site.touches, near.get((site.primer, site.sequence, site.strand), ())))]
        return run, *count_edits(found, most)

    table.row("gpulcs primer check", "gpulcs", check)
    table.row("blastn-short", "blastn", blast)
    return sites


def count_edits(sites, most):
    return [sum(site.edits == edits for site in sites) for edits in range(most + 1)]


def find_hits(bench, primers, paths):
    """The hits of blastn; letters of a primer that are not in a hit count as edits."""
    sequences = bench.path("sequences.fa")
    letters = {name: text for path in paths for name, text in read_fasta(path).items()}
    write_fasta(sequences, letters)
    bench.run_command(["makeblastdb", "-dbtype", "nucl", "-in", sequences], bench.path("makeblastdb"))
    columns = "6 qseqid sseqid sstrand sstart send mismatch gaps qlen qstart qend"
    options = ["-task", "blastn-short", "-word_size", 7, "-evalue", 1000, "-dust", "no", "-max_target_seqs", 10_000]
    run = bench.run(
        "blastn", *options, "-num_threads", bench.threads, "-query", primers, "-db", sequences, "-outfmt", columns
    )
    hits = []
    for line in run.lines():
        primer, sequence, strand, *numbers = line.split("\t")
        start, end, mismatches, gaps, size, first, last = map(int, numbers)
        edits = mismatches + gaps + size - (last - first + 1)
        hits.append(Site(primer, sequence, "+" if strand == "plus" else "-", min(start, end) - 1, max(start, end), edits))
    return run, hits


def design_primers(bench, strains, background, name):
    """Primers of Primer3 from what gpulcs finds: which are still as different?"""
    table = bench.table(
        "k-difference primers through Primer3",
        f"Primers that all strains have, with at least 4 edits to everything in {name}. Primer3 chooses two pairs in each of the ten "
        "longest regions that primers of 20 to 22 letters cover, with its own sizes (20 letters are best) or with at least 22; or it checks "
        "up to 1,000 primers themselves, which `--tm 58:62` has chosen. Times are those of gpulcs and Primer3.",
        "primers",
        "with 4 edits or more",
    )
    find = ["primer", "find", "-k", 4, "--all-targets", "--gc", "40:60", "--threads", bench.threads]

    def choose(*settings):
        sizes = ["--min-length", 20, "--max-length", 22]
        found = bench.run("gpulcs", *find, *sizes, "--unique-regions", strains, background)
        regions = sorted((line.split("\t") for line in found.lines()), key=lambda row: int(row[1]) - int(row[2]))
        run = bench.run("primer3_core", text=region_settings(read_fasta(strains), regions[:10], settings))
        tags = re.findall(r"^PRIMER_(?:LEFT|RIGHT)_\d+_SEQUENCE=(\w+)", "\n".join(run.lines()), re.MULTILINE)
        return found + run, len(tags), count_different(bench, tags, background)

    def check():
        sizes = ["--tm", "58:62", "--min-length", 18, "--max-length", 27]
        found = bench.run("gpulcs", *find, *sizes, "--format", "tsv", strains, background)
        primers = [row["sequence"] for row in read_table(found)]
        primers = primers[:: len(primers) // 1000 + 1]
        run = bench.run("primer3_core", text="".join(map(check_settings, primers)))
        results = "\n".join(run.lines()).split("\n=\n")
        good = [primer for primer, result in zip(primers, results) if "PRIMER_LEFT_NUM_RETURNED=1" in result]
        different = count_different(bench, good, background)
        bench.need(different == len(good), f"only {different} of {len(good)} of its primers have 4 edits or more")
        return found + run, f"{len(good)} of {len(primers)}", different

    table.row("regions, Primer3's sizes", "primer3_core", choose)
    sizes = ("PRIMER_MIN_SIZE=22", "PRIMER_OPT_SIZE=22", "PRIMER_MAX_SIZE=30")
    table.row("regions, at least 22 letters", "primer3_core", lambda: choose(*sizes))
    table.row("primers, checked", "primer3_core", check)


def region_settings(strains, regions, settings):
    """Primer3's input for two pairs in each region."""
    return "".join(
        "\n".join(
            [
                f"SEQUENCE_ID=region{i}",
                f"SEQUENCE_TEMPLATE={strains[name]}",
                f"SEQUENCE_INCLUDED_REGION={begin},{int(end) - int(begin)}",
                "PRIMER_NUM_RETURN=2",
                "PRIMER_PRODUCT_SIZE_RANGE=60-300",
                "PRIMER_LIBERAL_BASE=1",
                *settings,
                "=\n",
            ]
        )
        for i, (name, begin, end) in enumerate(regions)
    )


def check_settings(primer):
    """Primer3's input for a primer that is there."""
    return (
        f"SEQUENCE_ID=primer\nSEQUENCE_PRIMER={primer}\nPRIMER_TASK=check_primers\nPRIMER_PICK_LEFT_PRIMER=1\n"
        "PRIMER_PICK_RIGHT_PRIMER=0\n=\n"
    )


def count_different(bench, primers, background):
    """How many have no site with fewer than 4 edits."""
    path = write_fasta(bench.path("chosen.fa"), {f"chosen{i}": primer for i, primer in enumerate(primers)})
    run = bench.run("gpulcs", "primer", "check", path, "-k", 3, "--threads", bench.threads, background)
    return len(primers) - len({row["primer"] for row in read_table(run)})


def compare_barcodes(bench):
    barcodes = random_barcodes(24)
    reads = barcoded_reads(500 if bench.quick else 50_000, 76, barcodes, False)
    table = barcode_table(
        bench,
        "Barcodes at the start",
        f"{len(reads):,} reads of about 100 letters begin with one of {len(barcodes)} barcodes of 24 letters. gpulcs and Edlib look for "
        "it anywhere, Edlib also in the first 32 letters only; it has one thread, and HW with a quarter of the letters as edits. cutadapt "
        "has `-g ^file:barcodes.fa -e 0.25`.",
    )
    paths = write_barcoded(bench, barcodes, reads)

    def edlib(letters):
        run = bench.run("edlib", *paths, letters)
        return run, *judge_barcodes(reads, dict(line.split("\t") for line in run.lines()))

    def cutadapt():
        options = ["--quiet", "-j", bench.threads, "-e", "0.25", "--action", "none", "--rename", "{id} {adapter_name}"]
        run = bench.run("cutadapt", *options, "-g", f"^file:{paths[0]}", paths[1])
        found = dict(line[1:].split() for line in run.lines() if line.startswith(">"))
        return run, *judge_barcodes(reads, {name: one.replace("no_adapter", "") for name, one in found.items()})

    table.row("gpulcs demultiplex", "gpulcs", lambda: demultiplex(bench, paths, reads))
    table.row("Edlib", "edlib", lambda: edlib(0))
    table.row("Edlib, at the start", "edlib", lambda: edlib(32))
    table.row("cutadapt", "cutadapt", cutadapt)
    if bench.large:
        barcodes = random_barcodes(96)
        reads = barcoded_reads(1_000_000, 126, barcodes, True)
        text = f"{len(reads):,} reads of about 150 letters have one of {len(barcodes)} barcodes of 24 letters anywhere."
        table = barcode_table(bench, "Barcodes anywhere", text)
        paths = write_barcoded(bench, barcodes, reads)
        table.row("gpulcs demultiplex", "gpulcs", lambda: demultiplex(bench, paths, reads))


def barcode_table(bench, title, text):
    text += " 6 % of all letters have errors. Reads are open if no barcode is close enough, or several are as close."
    return bench.table(title, text, "right", "wrong", "open")


def random_barcodes(count):
    generator = random.Random(5)
    return {f"barcode{i}": cases.random_text(generator, "dna", 24) for i in range(count)}


@dataclasses.dataclass
class BarcodedRead:
    letters: str
    barcode: str
    edits: int  # Of the barcode.


def barcoded_reads(count, letters, barcodes, is_anywhere):
    """Reads by name, with other letters around the barcodes."""
    generator = random.Random(6)
    reads = {}
    for i in range(count):
        name = generator.choice(list(barcodes))
        edits = errors(generator, len(barcodes[name]), 0.06)
        barcode = with_edits(generator, barcodes[name], edits)
        other = cases.random_text(generator, "dna", letters)
        place = generator.randrange(letters) if is_anywhere else 0
        reads[f"read{i}"] = BarcodedRead(other[:place] + barcode + other[place:], name, edits)
    return reads


def write_barcoded(bench, barcodes, reads):
    letters = {name: read.letters for name, read in reads.items()}
    return write_fasta(bench.path("barcodes.fa"), barcodes), write_fasta(bench.path("reads.fa"), letters)


def demultiplex(bench, paths, reads):
    run = bench.run("gpulcs", "demultiplex", "--quiet", "--threads", bench.threads, *paths)
    rows = read_table(run)
    bench.need([row["id"] for row in rows] == list(reads), "it does not have a row for each read")
    for row in rows:
        edits = reads[row["id"]].edits
        is_right = edits > 6 or (row["status"] != "none" and int(row["distance"]) <= edits)
        bench.need(is_right, f"{row['id']} has a barcode with {edits} edits")
    return run, *judge_barcodes(reads, {row["id"]: row["barcode"] if row["status"] == "assigned" else "" for row in rows})


def judge_barcodes(reads, found):
    """How many are right, wrong and open."""
    given = {name: barcode for name, barcode in found.items() if barcode}
    right = sum(reads[name].barcode == barcode for name, barcode in given.items())
    return [f"{value:,}" for value in (right, len(given) - right, len(reads) - len(given))]


def compare_duplicates(bench):
    count = 1_000 if bench.quick else 50_000
    reads, copies = copied_reads(count)
    path = write_fasta(bench.path("reads.fa"), reads)
    table = bench.table(
        "Duplicates",
        f"{count:,} reads of about 100 letters, of which {len(copies):,} are copies of others with up to two random edits. Reads that are "
        "at most two edits apart are one group with gpulcs; `vsearch --cluster_fast --id 0.98` is a heuristic, and its groups are around "
        "one read each.",
        "groups",
        "copies with their originals",
        "others together",
    )

    def compare():
        run = bench.run("gpulcs", "edit", "--all-pairs", "--max-distance", 2, "--threads", bench.threads, path, path)
        pairs = [(row["id1"], row["id2"]) for row in read_table(run)]
        known = set(pairs)
        for copy, original in copies.items():
            bench.need({(copy, original), (original, copy)} & known, f"{copy} and {original} are at most two edits apart")
        return run, *judge_groups(join_pairs(reads, pairs), copies)

    def vsearch():
        groups = bench.path("groups.uc")
        run = bench.run("vsearch", "--quiet", "--threads", bench.threads, "--cluster_fast", path, "--id", 0.98, "--uc", groups)
        with open(groups, encoding="ascii") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
        return run, *judge_groups({row[8]: row[9] if row[0] == "H" else row[8] for row in rows if row[0] in "HS"}, copies)

    table.row("gpulcs edit --all-pairs", "gpulcs", compare)
    table.row("vsearch", "vsearch", vsearch)


def copied_reads(count):
    """Reads by name, two fifths of which are copies; and the original of each copy."""
    generator = random.Random(7)
    reads = {f"read{i}": cases.random_text(generator, "dna", 100) for i in range(count * 3 // 5)}
    originals = list(reads)
    copies = {f"copy{i}": generator.choice(originals) for i in range(count - len(reads))}
    for copy, original in copies.items():
        reads[copy] = with_edits(generator, reads[original], generator.randrange(3))
    names = list(reads)
    generator.shuffle(names)
    return {name: reads[name] for name in names}, copies


def join_pairs(names, pairs):
    """For each name one that stands for its group."""
    parents = {name: name for name in names}

    def root(name):
        while parents[name] != name:
            parents[name] = name = parents[parents[name]]
        return name

    for first, second in pairs:
        parents[root(first)] = root(second)
    return {name: root(name) for name in names}


def judge_groups(groups, copies):
    """The groups, the copies that are with their originals, and reads that are in the group of another original."""
    together = sum(groups[copy] == groups[original] for copy, original in copies.items())
    members = {}
    for name, group in groups.items():
        members.setdefault(group, set()).add(copies.get(name, name))
    wrong = sum(len(originals) - 1 for originals in members.values())
    return [f"{value:,}" for value in (len(members), together, wrong)]


def compare_reads(bench):
    table = bench.table(
        "Reads in a genome",
        "Reads of 30 to 275 letters from both strands, each with random edits in up to 6 % of its letters; and the first 5,000 of "
        "bowtie2's example, for which its own places are the true ones. A read is right if it is on the true strand and begins at most 10 "
        "letters from its true place. gpulcs (`search --metric edit --within --both-strands --top 1 --min-identity 0.92`) finds all with "
        "edits in at most 8 % of their letters; bowtie2 has its defaults, and no time of `bowtie2-build`.",
        "placed",
        "right",
        "with more edits than there",
    )
    names = ["random"] if bench.quick else ["random", "E.Coli/references/MG1655-K12"]
    for name in names:
        letters, title = bacterium(bench, name, 4_600_000, 8)
        reads, places = simulate_reads(letters, 200 if bench.quick else 5_000)
        paths = write_fasta(bench.path("reads.fa"), reads), write_fasta(bench.path("genome.fa"), {"genome": letters})
        found = map_reads(bench, table, f"{len(reads):,} of {title}", paths, places)
        for read, place in places.items():
            is_right = read in found and found[read].edits <= place.edits
            bench.need(is_right or place.edits > 0.08 * len(reads[read]), f"{read} has a place with {place.edits} edits")
    paths = lambda_reads(bench)
    if paths:
        map_reads(bench, table, "bowtie2's example of lambda", paths, None)


@dataclasses.dataclass
class Place:
    """Where a read is from, or was found."""

    strand: str
    begin: int
    edits: int


def simulate_reads(letters, count):
    """Reads and their places, by name."""
    generator = random.Random(9)
    reads, places = {}, {}
    for i in range(count):
        size = generator.randint(30, 275)
        begin = generator.randrange(len(letters) - size)
        strand = generator.choice("+-")
        edits = int(generator.uniform(0, 0.06) * size)
        text = with_edits(generator, letters[begin : begin + size], edits)
        reads[f"read{i}"] = text if strand == "+" else reverse_complement(text)
        places[f"read{i}"] = Place(strand, begin, edits)
    return reads, places


def lambda_reads(bench):
    """The files of bowtie2's example, if it is there."""
    genome = f"{LAMBDA}/reference/lambda_virus.fa.gz"
    if bench.quick or not os.path.exists(genome):
        return None
    reads = bench.path("reads.fq")
    with gzip.open(f"{LAMBDA}/reads/reads_1.fq.gz", "rt", encoding="ascii") as source, open(reads, "w", encoding="ascii") as file:
        file.writelines(itertools.islice(source, 4 * 5_000))
    return reads, write_fasta(bench.path("genome.fa"), read_fasta(genome))


def map_reads(bench, table, title, paths, places):
    """The places that gpulcs finds. Without true ones, those that bowtie2 finds are taken for them."""
    reads, genome = paths
    found = {}

    def bowtie2():
        bench.run_command(["bowtie2-build", "--quiet", "--threads", bench.threads, genome, bench.path("index")], bench.path("build"))
        kind = "-f" if reads.endswith(".fa") else "-q"
        run = bench.run("bowtie2", "-p", bench.threads, "-x", bench.path("index"), kind, reads)
        found["bowtie2"] = read_sam(run.output)
        return run, *judge_places(found["bowtie2"], places)

    def search():
        sam = bench.path("found.sam")
        options = ["--metric", "edit", "--within", "--both-strands", "--top", 1, "--min-identity", 0.92, "--alignment", sam]
        run = bench.run("gpulcs", "search", *options, "--threads", bench.threads, reads, genome)
        found["gpulcs"] = read_sam(sam)
        return run, *judge_places(found["gpulcs"], places or found.get("bowtie2"))

    table.row(f"{title}: bowtie2", "bowtie2", bowtie2)
    table.row(f"{title}: gpulcs search --within", "gpulcs", search)
    return found["gpulcs"]


def read_sam(path):
    """The place of each read that has one."""
    places = {}
    with open(path, encoding="ascii") as file:
        rows = (line.split("\t") for line in file if not line.startswith("@"))
        for name, flag, _, position, *rest in rows:
            if not int(flag) & 4:
                edits = next(int(field[5:]) for field in rest if field.startswith("NM:i:"))
                places[name] = Place("-" if int(flag) & 16 else "+", int(position) - 1, edits)
    return places


def judge_places(found, places):
    """How many are placed, right, and have more edits than at the true place."""
    if not places:
        return f"{len(found):,}", "-", "-"
    pairs = [(place, places[name]) for name, place in found.items() if name in places]
    right = sum(place.strand == true.strand and abs(place.begin - true.begin) <= 10 for place, true in pairs)
    return f"{len(found):,}", f"{right:,} of {len(places):,}", f"{sum(place.edits > true.edits for place, true in pairs):,}"


TASKS = {
    "trees": compare_trees,
    "strains": compare_strains,
    "primers": compare_primers,
    "barcodes": compare_barcodes,
    "duplicates": compare_duplicates,
    "reads": compare_reads,
}
