// A program that runs years ago: what it writes is old when the next one starts.
const RealDate = Date
const agoMs = Number(process.env.CLOCK_AGO_DAYS) * 86_400_000
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() - agoMs] : parts))
  }
  static now() {
    return RealDate.now() - agoMs
  }
}
