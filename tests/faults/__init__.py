"""The fault campaign: what kills, damage, full disks and hostile files may not do.

Each test says how often it tries; no failure is allowed. The short forms run with all tests, the
long ones with `make test-faults`.
"""
