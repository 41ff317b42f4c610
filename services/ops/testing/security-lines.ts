import { vi } from 'vitest'

/** Collects the security log's lines until mocks are restored. */
export function heardSecurity(): () => string {
  let said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  return () => said
}
