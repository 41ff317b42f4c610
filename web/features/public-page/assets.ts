export interface Assets {
  readonly scriptPath: string
  /** Loaded once the contact was saved. */
  readonly offerPath: string
  /** Styles of what is seen only after the page. */
  readonly laterPath: string
  readonly fontPath: string
}
