// A runtime whose zone data is old: Santiago has no summer time.
const Right = Intl.DateTimeFormat
Intl.DateTimeFormat = new Proxy(Right, {
  construct: (target, [locale, options = {}]) =>
    new target(
      locale,
      options.timeZone === 'America/Santiago' ? { ...options, timeZone: 'Etc/GMT+4' } : options,
    ),
})
