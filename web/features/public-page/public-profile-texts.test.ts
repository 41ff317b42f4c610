import { expect, test } from 'vitest'
import { ANTONIA, BLANK } from './testing/sample-profile.ts'
import { pageTitle, previewText } from './public-profile-texts.ts'

test('a company is not named twice in the title', () => {
  expect(pageTitle({ ...BLANK, company: 'Andes Norte' })).toBe('Andes Norte')
  expect(pageTitle(ANTONIA)).toBe('Antonia Rivas Soto · Andes Norte')
})

test('names in Hebrew or Arabic do not turn the title or the preview around', () => {
  const profile = { ...BLANK, name: 'משה', lastname: 'כהן', position: 'Jefe', company: 'شركة' }
  expect(pageTitle(profile)).toBe('\u2068משה כהן\u2069 · \u2068شركة\u2069')
  expect(previewText(profile)).toBe('Jefe · \u2068شركة\u2069')
})

test('the preview is cut between characters, never within one', () => {
  for (const before of ['', 'x']) {
    const text = previewText({ ...BLANK, position: 'Jefa', bio: `${before}${'😀'.repeat(300)}` })
    expect(text).toMatch(/😀…$/u)
    expect(text).not.toMatch(/\p{Surrogate}/u)
  }
})

test('the preview is never empty', () => {
  expect(previewText(BLANK)).toBe('Guarda mis datos de contacto en un toque.')
  expect(previewText({ ...BLANK, bio: 'Hola.\nSoy yo.' })).toContain('Hola. Soy yo.')
})
