/** A browser as these tests drive it, by any protocol. */
export interface Engine {
  /** The folder of its downloads. */
  readonly downloads: string
  resize(width: number, height: number): Promise<void>
  goto(url: string): Promise<void>
  /** Value of a JavaScript expression in the page. */
  read(expression: string): Promise<unknown>
  /** By an XPath, like a finger: scrolled to, and pressed in its middle. */
  press(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The button of the page whose text or label is this. */
export const button = (label: string): string =>
  `//button[normalize-space(.)="${label}" or @aria-label="${label}"]`
