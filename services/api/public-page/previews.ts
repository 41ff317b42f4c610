import type { SharingApp } from '@app/contracts/traffic/traffic-kinds.ts'

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

export const previewAppOf = (userAgent: string): SharingApp | undefined =>
  APPS.find(([pattern]) => pattern.test(userAgent))?.[1]
