/**
 * The oldest browsers that the client is built for. Tailwind's style sheet needs these, so older syntax would be of no
 * use. The public page is for everybody and has its own, much older target in build-public-page.mjs.
 */
export const CLIENT_BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']
