import { DEFAULT_THEME, profileStream } from '@app/contracts/profiles.ts'
import type { TestApi } from './test-api.ts'
import { write } from './test-log.ts'

const APPEND_EVENTS = 500

export async function changeOften(
  { store, clock }: TestApi,
  profileId: string,
  times: number,
): Promise<void> {
  for (let from = 0; from < times; from += APPEND_EVENTS) {
    const events = Array.from({ length: Math.min(APPEND_EVENTS, times - from) }, (_, n) => ({
      type: 'ThemeApplied' as const,
      data: { theme: { ...DEFAULT_THEME, background_color: `#0000${10 + ((from + n) % 90)}` } },
    }))
    await write(store, clock.now(), profileStream(profileId), events)
  }
}
