export interface WantedProof {
  /** Below `/api`. */
  readonly url: string
  /** Of a mailed link: without it, the session of an administrator counts. */
  readonly mailboxKey?: string | undefined
  /** The screen from which one comes. */
  readonly from: { readonly path: string; readonly text: string }
}

/** Of the address's fragment, which reaches no server: `#thing=`, `#person=`. */
export function wantedProof(hash: string, mailboxKey: string | undefined): WantedProof | undefined {
  const asked = new URLSearchParams(hash.replace(/^#/, ''))
  const part = (name: string): string | undefined => {
    const value = asked.get(name)
    return value === null || value === '' ? undefined : encodeURIComponent(value)
  }
  const [thing, person] = [part('thing'), part('person')]
  if (thing !== undefined)
    return {
      url: `/rights/mine/${thing}/proof`,
      mailboxKey,
      from: { path: '/mis-datos', text: 'Tus datos' },
    }
  if (person === undefined) return undefined
  return {
    url: `/admin/people/${person}/proof`,
    from: { path: '/admin', text: 'Administración' },
  }
}
