/** Apart from the view, which the landing draws from the page's own HTML. */
export { ProfileFrame } from '../features/public-profile/view/ProfileFrame.tsx'
