import { z } from 'zod'

/** Icon names of lucide. */
export const INSIGHT_ICONS = [
  'trending-up',
  'trending-down',
  'clock',
  'award',
  'unlink',
  'mouse-pointer-click',
] as const
const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

export const insight = z
  .strictObject({
    icon: z.enum(INSIGHT_ICONS),
    title: z.string().min(1),
    description: z.string().min(1),
    priority: z.enum(PRIORITIES),
    action: z.string().min(1),
  })
  .meta({ id: 'Insight' })
export type Insight = z.infer<typeof insight>

export const INSIGHT_DAYS = 91
