# SPDX-License-Identifier: BSD-3-Clause
#
# Stands for a copy of CPM in the consumer's folder.

include ("${CONSUMER_CPM}")
