/** Settings of an esdb:// connection string, which the client reads without saying what it read. */
export interface ConnectionSettings {
  readonly isCluster: boolean
  /** By flat name, lower-case and without `_` and `-`, as the client compares them. */
  readonly given: ReadonlyMap<string, string>
}

const FORM = /^esdb(?<discover>\+discover)?:\/\/(?:[^@/]*@)?(?<hosts>[^/?]*)\/?(?:\?(?<query>.*))?$/

export function settingsIn(url: string): ConnectionSettings {
  const { discover, hosts = '', query = '' } = FORM.exec(url.trim())?.groups ?? {}
  const given = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase().replaceAll(/[_-]/g, ''), value] as const,
  )
  return { isCluster: discover !== undefined || hosts.includes(','), given: new Map(given) }
}

/**
 * The client waits 5 s for each node that it asks who leads, and asks ten times. A node that is frozen or starting
 * takes such a question and does not answer, so one search could take longer than an append may.
 */
const DISCOVERY = { gossipTimeout: 1, maxDiscoverAttempts: 3, discoveryInterval: 100 }

/** What the operator has set stays. */
export function withQuickDiscovery(url: string): string {
  const { isCluster, given } = settingsIn(url)
  if (!isCluster) return url
  const missing = Object.entries(DISCOVERY).filter(([name]) => !given.has(name.toLowerCase()))
  return missing.reduce(
    (extended, [name, value]) => `${extended}${extended.includes('?') ? '&' : '?'}${name}=${value}`,
    url.trim().replace(/\/+$/, ''),
  )
}
