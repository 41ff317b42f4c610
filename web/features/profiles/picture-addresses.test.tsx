import { renderToStaticMarkup } from 'react-dom/server'
import { IMAGE_KINDS, type ImageKind } from '@app/contracts/profiles.ts'
import { IMAGE_WIDTHS, SQUARE, widthName } from '@app/contracts/fields/pictures.ts'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../../tests/support/source-files.ts'
import { ANTONIA } from '../public-page/testing/sample-profile.ts'
import { htmlOf } from '../public-page/testing/opened-page.ts'
import { ProfilePhoto } from '../../ui/people.tsx'

/** `images.long.test.ts` shows that the server makes these of an upload. */

const PROFILE = {
  'profile-image': { ...ANTONIA, profile_image: 'a'.repeat(32) },
  'company-logo': { ...ANTONIA, company_logo: 'b'.repeat(32) },
  'background-image': { ...ANTONIA, background_image: 'c'.repeat(32) },
} as const
const photo = 'd'.repeat(32)

/** All addresses of a picture of a kind: in the page, in its metadata for messengers, and in the dashboard. */
function writtenOf(kind: ImageKind): readonly string[] {
  const dashboard = kind === 'profile-image' ? renderToStaticMarkup(<ProfilePhoto image={photo} />) : ''
  const text = htmlOf(PROFILE[kind]) + dashboard
  return [...text.matchAll(/\/api\/files\/[0-9a-f]{32}(?:-([\w-]+))?/g)].map(([, name]) => name ?? 'largest')
}

test('every address of a picture that the client builds is one of an image that the server makes', () => {
  for (const kind of IMAGE_KINDS) {
    const square = kind === 'profile-image' ? [SQUARE.name] : []
    const made: readonly string[] = [...IMAGE_WIDTHS[kind].map(widthName), ...square]
    const written = [...new Set(writtenOf(kind))]
    expect(written.length, kind).toBeGreaterThanOrEqual(3)
    expect(
      written.filter((name) => !made.includes(name)),
      kind,
    ).toEqual([])
  }
})

test('no source of the client writes such an address by hand', () => {
  const sources = sourceFiles(/\.tsx?$/).filter(({ path }) => /^web\/(?!.*\.test\.)/.test(path))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(({ text }) => text.includes('/api/files')).map(({ path }) => path)).toEqual([])
})
