/** Addresses of the hashed files beside the page; the build knows them. */
export interface Assets {
  readonly scriptPath: string
  readonly fontPath: string
}
