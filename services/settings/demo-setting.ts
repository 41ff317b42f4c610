interface DemoEnv {
  readonly DEMO?: 'on' | 'off' | undefined
  readonly DATABASE_URL?: string | undefined
  readonly NODE_ENV?: string | undefined
}

/** Without an own database and outside production the product is only being tried. */
export const isDemo = ({ DEMO, DATABASE_URL, NODE_ENV }: DemoEnv): boolean =>
  DEMO === undefined ? DATABASE_URL === undefined && NODE_ENV !== 'production' : DEMO === 'on'
