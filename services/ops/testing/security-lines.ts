import { vi } from 'vitest'

export function heardSecurity(): () => string {
  let said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  return () => said
}
