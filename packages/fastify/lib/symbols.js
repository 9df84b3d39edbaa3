'use strict'

module.exports = require('./parts.js').symbols
