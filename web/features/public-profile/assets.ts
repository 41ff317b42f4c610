export interface Assets {
  readonly scriptPath: string
  /** Loaded when a visitor opens their data. */
  readonly myDataPath: string
  /** Loaded once the contact was saved. */
  readonly offerPath: string
  readonly fontPath: string
}
