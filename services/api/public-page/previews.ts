import type { SharingApp } from '@app/contracts/traffic/traffic.ts'

/** Robots that fetch a page for the preview of a link that somebody shares, by what their user agents say. */
const APPS: readonly (readonly [RegExp, SharingApp])[] = [
  [/whatsapp/i, 'whatsapp'],
  [/telegrambot/i, 'telegram'],
  [/linkedinbot/i, 'linkedin'],
  [/twitterbot/i, 'x'],
  [/slackbot|slack-imgproxy/i, 'slack'],
  [/discordbot/i, 'discord'],
  [/skypeuripreview|microsoftpreview/i, 'teams'],
  [/facebookexternalhit|meta-externalfetcher/i, 'facebook'],
  [/pinterestbot|^pinterest\//i, 'pinterest'],
]

/** The messaging app behind a request for a page, when it is one that is known. */
export const previewAppOf = (userAgent: string): SharingApp | undefined =>
  APPS.find(([pattern]) => pattern.test(userAgent))?.[1]
