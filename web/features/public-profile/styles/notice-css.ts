/** Pages that say one thing. */
export const NOTICE_CSS = `
.lost { justify-content: center; align-items: flex-start; padding: 32px 24px; gap: 12px }
.lost .rings { width: 72px; height: 72px; margin-bottom: 12px; color: var(--p-accent) }
.lost p { color: var(--p-sub); font-size: 1rem; max-width: 32ch }
.lost a {
  display: inline-flex; align-items: center; min-height: 52px; margin-top: 12px; padding: 0 22px;
  border-radius: 16px; background: var(--p-button); color: var(--p-on); font-weight: 700;
}
`
