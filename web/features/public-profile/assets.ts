export interface Assets {
  readonly scriptPath: string
  /** Loaded when somebody asks for their data. */
  readonly myDataPath: string
  readonly fontPath: string
}
