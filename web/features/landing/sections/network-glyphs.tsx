// Simplified drawings of our own.
export const InstagramGlyph = () => (
  <svg
    aria-hidden="true"
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <circle cx="16.9" cy="7.1" r="1.2" fill="currentColor" stroke="none" />
  </svg>
)

export const LinkedInGlyph = () => (
  <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24" fill="currentColor">
    <rect x="3.6" y="9.2" width="3.8" height="11.6" rx=".6" />
    <circle cx="5.5" cy="5.2" r="2.2" />
    <path d="M10 9.2h3.6v1.6c.7-1.2 2-1.9 3.5-1.9 2.8 0 4 1.8 4 4.7v7.2h-3.8v-6.5c0-1.5-.5-2.3-1.7-2.3-1.2 0-1.9.9-1.9 2.3v6.5H10z" />
  </svg>
)
