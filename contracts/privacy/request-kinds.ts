/** Rights of law 21.719. These lists are apart from the events, whose schemas no screen needs. */
export const REQUEST_KINDS = [
  'access',
  'correction',
  'erasure',
  'objection',
  'portability',
  'blocking',
] as const

/** The place of the request. `form`: for what no e-mail proves. `browser`: the one that left the data. */
export const REQUEST_CHANNELS = ['mailbox', 'form', 'browser', 'account', 'command'] as const

/** The proof that it is the person. `none`: somebody has to confirm it. */
export const REQUEST_PROOFS = ['mailbox', 'browser', 'session', 'staff', 'none'] as const

export const REQUEST_OUTCOMES = ['done', 'refused', 'nothing'] as const

/** By which a request was answered: the event has it and its day, and no word of the mail. */
export const ANSWER_TEMPLATES = ['done', 'nothing', 'unconfirmed', 'answered', 'law', 'refused'] as const

/** An administrator chooses one; the prefilled mail has its sentence. */
export const ADMIN_ANSWERS = {
  done: { outcome: 'done', text: 'Hicimos lo que pediste.' },
  unconfirmed: { outcome: 'refused', text: 'No pudimos confirmar que eres tú.' },
  answered: { outcome: 'refused', text: 'Ya respondimos esta solicitud.' },
  law: { outcome: 'refused', text: 'Una ley nos obliga a guardarlo.' },
} as const satisfies Partial<
  Record<(typeof ANSWER_TEMPLATES)[number], { outcome: (typeof REQUEST_OUTCOMES)[number]; text: string }>
>
