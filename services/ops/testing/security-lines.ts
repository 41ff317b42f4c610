import { vi } from 'vitest'

/** What the security log says from now on, until mocks are restored. */
export function heardSecurity(): () => string {
  let said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  return () => said
}
