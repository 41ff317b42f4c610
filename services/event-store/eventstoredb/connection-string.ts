const FORM = /^esdb(?<discover>\+discover)?:\/\/(?:[^@/]*@)?(?<hosts>[^/?]*)\/?(?:\?(?<query>.*))?$/

/**
 * Settings of an esdb:// connection string, which the client parses without exposing them: by flat name, lower-case and
 * without `_` and `-`, as it compares them.
 */
export function settingsIn(url: string) {
  const { discover, hosts = '', query = '' } = FORM.exec(url.trim())?.groups ?? {}
  const given = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase().replaceAll(/[_-]/g, ''), value] as const,
  )
  return { isCluster: discover !== undefined || hosts.includes(','), given: new Map(given) }
}

/**
 * In seconds: how long the client waits for each node that it asks for the leader. By default 5 s, and a node that is frozen
 * or starting takes the question and does not answer it.
 */
const GOSSIP_TIMEOUT = 'gossipTimeout=1'

/** Keeps the operator's own value. */
export function withQuickDiscovery(url: string): string {
  const { isCluster, given } = settingsIn(url)
  if (!isCluster || given.has('gossiptimeout')) return url
  return `${url.trim().replace(/\/+$/, '')}${url.includes('?') ? '&' : '?'}${GOSSIP_TIMEOUT}`
}
