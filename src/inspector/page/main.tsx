/*! Drawn with Preact, © 2015-present Jason Miller, MIT License: https://github.com/preactjs/preact */
import { render } from 'preact'
import { App } from './app.js'
import { applyTheme, readTheme } from './theme.js'

applyTheme(readTheme())
render(<App />, document.body)
