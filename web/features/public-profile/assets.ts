export interface Assets {
  readonly scriptPath: string
  /** Loaded when a visitor opens their data. */
  readonly myDataPath: string
  readonly fontPath: string
}
