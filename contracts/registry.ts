/** Where the sealed log is published. */
const PATH = '/registro'
export const REGISTRY = {
  path: PATH,
  checkpointPath: `${PATH}/checkpoint`,
  text: 'Registro sellado',
} as const

/** What the page about it shows beside its text. */
export interface RegistryContent {
  /** The key that signs now, as C2SP's signed notes write it. */
  readonly vkey: string
  /** All keys that the log has named. */
  readonly vkeys: readonly string[]
  /** Undefined before the first seal. */
  readonly newest: { readonly size: number; readonly madeAt: string } | undefined
}
