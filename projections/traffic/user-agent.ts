import type { Device, TouchScreen } from '@app/contracts/traffic/traffic-kinds.ts'
import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'

export interface UserAgent {
  /** Also true for an empty user agent. */
  readonly isRobot: boolean
  readonly device: Device
}

/** Page testers and link checkers with ordinary browser user agents, which isbot does not list. */
const MORE_ROBOTS = ['gtmetrix', '\\bylt\\b', 'miniature\\.io', 'tsm-turingos', '\\bfluid/']
const isRobot = createIsbotFromList([...list, ...MORE_ROBOTS])

const REMEMBERED_MAX = 5_000
/** Parsing a user agent takes as long as all other work on its event, and most user agents repeat. */
const remembered = new LRUCache<string, UserAgent>({
  max: REMEMBERED_MAX,
  memoMethod: (text) => ({ isRobot: text.trim() === '' || isRobot(text), device: deviceOf(text) }),
})

export const userAgentOf = (text: string): UserAgent => remembered.memo(text)

function deviceOf(text: string): Device {
  if (text.trim() === '') return 'other'
  const { platform, os } = Bowser.parse(text)
  switch (platform.type) {
    case 'mobile':
      return os.name === 'iOS' ? 'iphone' : os.name === 'Android' ? 'android' : 'other'
    case 'tablet':
    case 'desktop':
      return platform.type
    default:
      return 'other'
  }
}

/** iPads name a Mac, tablets with Android Linux, and so do phones that ask for the page of a desktop. */
export function touchedDevice(device: Device, text: string, touch: TouchScreen | undefined): Device {
  if (touch === undefined || device !== 'desktop') return device
  if (touch === 'large') return 'tablet'
  return text.includes('Macintosh') ? 'iphone' : 'android'
}
