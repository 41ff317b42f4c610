import type { Device } from '@app/contracts/traffic/traffic.ts'
import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'

/** What a user agent says of who asks. */
export interface UserAgent {
  /** Also who says nothing at all. */
  readonly isRobot: boolean
  readonly device: Device
}

/** Page testers, screenshot services and link checkers with an ordinary browser's agent, which isbot's list lacks. */
const MORE_ROBOTS = ['gtmetrix', '\\bylt\\b', 'miniature\\.io', 'tsm-turingos', '\\bfluid/']
const isRobot = createIsbotFromList([...list, ...MORE_ROBOTS])

const REMEMBERED_MAX = 5_000
const remembered = new Map<string, UserAgent>()

/** The same few thousand come again and again, and to read one takes as long as all else that is done with its event. */
export function userAgentOf(text: string): UserAgent {
  const known = remembered.get(text)
  if (known !== undefined) return known
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  const read = { isRobot: text.trim() === '' || isRobot(text), device: deviceOf(text) }
  remembered.set(text, read)
  return read
}

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
