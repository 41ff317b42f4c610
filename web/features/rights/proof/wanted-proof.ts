export interface WantedProof {
  /** Below `/api`. */
  readonly url: string
  /** Of a mailed link: without it, the session counts. */
  readonly mailboxKey?: string | undefined
  /** The screen from which one comes. */
  readonly from: { readonly path: string; readonly text: string }
}

/** Of the address's fragment, which reaches no server: `#thing=`, `#profile=…&person=`, `#person=`. */
export function wantedProof(hash: string, mailboxKey: string | undefined): WantedProof | undefined {
  const asked = new URLSearchParams(hash.replace(/^#/, ''))
  const part = (name: string): string | undefined => {
    const value = asked.get(name)
    return value === null || value === '' ? undefined : encodeURIComponent(value)
  }
  const [thing, profile, person] = [part('thing'), part('profile'), part('person')]
  if (thing !== undefined)
    return {
      url: `/rights/mine/${thing}/proof`,
      mailboxKey,
      from: { path: '/mis-datos', text: 'Tus datos' },
    }
  if (person === undefined) return undefined
  if (profile !== undefined)
    return {
      url: `/profile/${profile}/people/${person}/proof`,
      from: { path: '/dashboard', text: 'Tu panel' },
    }
  return {
    url: `/admin/people/${person}/proof`,
    from: { path: '/admin', text: 'Administración' },
  }
}
