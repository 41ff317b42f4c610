/** One try of a call, as its handler sees it. */
export interface Attempt {
  /** An id for what the call makes: the same in every try under one key, random without a key. */
  readonly idOf: (name: string) => string
  /** A try under this key began before and its answer is not known: what it did may be there already. */
  readonly isRetry: boolean
  /** Whose personal data the answer holds: it is kept sealed with their key. */
  belongsTo(subject: string): void
}

export interface KeyedCall {
  /** The header Idempotency-Key, if there is one. */
  readonly key: string | undefined
  /** Method, path and caller: the same key of somebody else is another one. */
  readonly scope: string
  readonly body: unknown
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Answers to calls with an Idempotency-Key: the same key and body get the same answer, and have one effect. */
export interface KeptAnswers {
  /** @throws Refusal key-reused for another body, in-progress while the first try runs */
  run(call: KeyedCall, work: (attempt: Attempt) => Promise<unknown>): Promise<Answered>
}

/** Keeps nothing yet. */
export const createKeptAnswers = ({ newId }: { readonly newId: () => string }): KeptAnswers => ({
  run: async (_call, work) => ({
    status: 200,
    body: await work({ idOf: () => newId(), isRetry: false, belongsTo: () => undefined }),
  }),
})
