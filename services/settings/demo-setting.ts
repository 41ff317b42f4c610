interface DemoEnv {
  readonly DEMO?: 'on' | 'off' | undefined
  readonly DATABASE_URL?: string | undefined
  readonly NODE_ENV?: string | undefined
}

/** Who only wants to try the product has neither a database of their own nor customers. */
export const isDemo = ({ DEMO, DATABASE_URL, NODE_ENV }: DemoEnv): boolean =>
  DEMO === undefined ? DATABASE_URL === undefined && NODE_ENV !== 'production' : DEMO === 'on'
