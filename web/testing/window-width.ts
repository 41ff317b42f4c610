import { act } from '@testing-library/react'

const DEFAULT_PX = 1_024

/** The width of the test's window, on which media queries depend. */
export const setWindowWidth = (width = DEFAULT_PX): void =>
  act(() =>
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width }),
  )
