import type { Device } from '@app/contracts/traffic/traffic.ts'
import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'

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
/** The same few thousand come again and again, and to read one takes as long as all else that is done with its event. */
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
