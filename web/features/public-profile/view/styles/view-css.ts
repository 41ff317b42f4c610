import { BASE_CSS } from './base-css.ts'
import { PROFILE_CSS } from './profile-css.ts'
import { PRESETS_CSS } from './themes.ts'

/** All styles of ProfileView. They ignore the window's size, so that a frame of any size can contain it. */
export const VIEW_CSS = BASE_CSS + PROFILE_CSS + PRESETS_CSS
