/** Tailwind's style sheet needs these too. The public page has an older target in build-public-page.mjs. */
export const CLIENT_BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']
