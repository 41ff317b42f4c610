// A clock that stands still: a file says the time, and the comparison moves it on.
const { readFileSync } = require('node:fs')
const RealDate = Date
const now = () => Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts))
  }
  static now() {
    return now()
  }
}
