import { expect, test } from 'vitest'
import { referrerOf } from './referrer.ts'

test.each([
  [undefined, 'none'],
  ['', 'none'],
  ['l.instagram.com', 'instagram'],
  ['com.instagram.android', 'instagram'],
  ['lm.facebook.com', 'facebook'],
  ['M.Facebook.com', 'facebook'],
  ['www.linkedin.com', 'linkedin'],
  ['lnkd.in', 'linkedin'],
  ['web.whatsapp.com', 'whatsapp'],
  ['com.whatsapp', 'whatsapp'],
  ['com.whatsapp.w4b', 'whatsapp'],
  ['www.google.cl', 'search'],
  ['www.google.com', 'search'],
  ['www.google.com.ar', 'search'],
  ['cl.search.yahoo.com', 'search'],
  ['duckduckgo.com', 'search'],
  ['www.bing.com:443', 'search'],
  ['com.google.android.googlequicksearchbox', 'search'],
  ['mail.google.com', 'mail'],
  ['outlook.office.com', 'mail'],
  ['com.google.android.gm', 'mail'],
  ['docs.google.com.malo.example', 'other'],
  ['notfacebook.com', 'other'],
  ['andesnorte.example', 'other'],
])('a visit from %s belongs to %s', (host, group) => {
  expect(referrerOf(host)).toBe(group)
})
