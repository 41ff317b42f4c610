export interface Assets {
  readonly scriptPath: string
  readonly fontPath: string
}
