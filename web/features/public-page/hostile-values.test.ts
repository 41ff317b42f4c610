// @vitest-environment happy-dom
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { expect, test } from 'vitest'
import { htmlOf, renderedPageOf, parsedPage, textOf } from './testing/opened-page.ts'
import { ANTONIA } from './testing/sample-profile.ts'

const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)></style><!--`
const hostile: PublicProfile = {
  ...(Object.fromEntries(
    Object.entries(ANTONIA).map(([field, value]) => [field, typeof value === 'string' ? evil : value]),
  ) as unknown as PublicProfile),
  id: ANTONIA.id,
  theme_color: 'custom',
  background_color: '#fff;}</style><script>alert(1)</script>',
  text_color: 'red" onload="alert(1)',
  button_color: 'url(javascript:alert(1))',
  profile_image: evil,
  company_logo: evil,
  background_image: evil,
  updated_at: ANTONIA.updated_at,
}

test('no text of an owner becomes markup [ACC-17]', () => {
  const html = htmlOf(hostile)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).not.toContain('<!--')
  const page = parsedPage(html)
  const attributes = [...page.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([])
  expect(textOf(page, 'h1')).toBe(`${evil} ${evil}`)
})

test('only links of harmless schemes come out, and rubbish colours become the defaults [ACC-17]', () => {
  const page = renderedPageOf({ ...hostile, website: 'javascript:alert(1)', custom_link: 'data:text/html,x' })
  const hrefs = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  expect(
    hrefs.filter(
      (href) =>
        !/^(?:https?:|mailto:|tel:|\/api\/|\/privacidad(?:#|$)|\/mis-datos\?perfil=[\da-f-]{36}$|#)/.test(
          href,
        ),
    ),
  ).toEqual([])
  expect(page.documentElement.getAttribute('style')).toContain(
    '--p-bg:#FFFFFF;--p-glass:#FFFFFFE0;--p-text:#000000',
  )
})
