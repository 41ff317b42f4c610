/** One line of the recording. It is sent once by each of its roles. */
export interface Row {
  /**
   * Letters of roles: Visitor, Person (a visitor who left words), Newcomer (not activated), Owner, B (a second owner),
   * Deactivated, Admin, Mailbox, Staff (orders of `npm run ops`), Erased (an owner whose account ends).
   */
  readonly by: string
  /** Method and path, with `{names}` of stored values. */
  readonly ask: string
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  /** Values of the answer, by name, that later rows use: paths into its JSON. */
  readonly keep?: Readonly<Record<string, string>>
  /** How far the clock moves before it, in seconds. */
  readonly after?: number
  /** One of many: nobody waits until read models have it. */
  readonly isQuick?: true
  /** Work in the background follows, after the product's second of grace. */
  readonly isFollowed?: true
  /** Only random ids sort some rows of this list. */
  readonly isUnordered?: true
}

export const row = (by: string, ask: string, body?: Row['body'], more: Partial<Row> = {}): Row => ({
  by,
  ask,
  ...(body !== undefined && { body }),
  ...more,
})

/** A row after which the product finishes work in the background. */
export const followed = (...parts: Parameters<typeof row>): Row => ({ ...row(...parts), isFollowed: true })
