// Node requires this package in a third of the time in which it imports it.
require('reflect-metadata')
