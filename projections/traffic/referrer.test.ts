import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { referrerOf } from './referrer.ts'

testTable([
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
  ['www.google.com', 'search'],
  ['www.google.com.ar', 'search'],
  ['cl.search.yahoo.com', 'search'],
  ['duckduckgo.com', 'search'],
  ['www.bing.com:443', 'search'],
  ['com.google.android.googlequicksearchbox', 'search'],
  ['mail.google.com', 'mail'],
  ['com.google.android.gm', 'mail'],
  ['cl.mail.yahoo.com', 'mail'],
  ['outlook.live.com', 'mail'],
  ['nam02.safelinks.protection.outlook.com', 'mail'],
  ['com.microsoft.office.outlook', 'mail'],
  ['com.yahoo.mobile.client.android.mail', 'mail'],
  ['andes.email', 'other'],
  ['meet.google.com', 'other'],
  ['drive.google.com', 'other'],
  ['finance.yahoo.com', 'other'],
  ['google.cl', 'search'],
  ['images.google.com', 'search'],
  ['www.yahoo.com', 'search'],
  ['r.search.yahoo.com', 'search'],
  ['l.wl.co', 'whatsapp'],
  ['docs.google.com.malo.example', 'other'],
  ['notfacebook.com', 'other'],
])('a visit belongs to the group of its host', (host, group) => {
  expect(referrerOf(host)).toBe(group)
})
