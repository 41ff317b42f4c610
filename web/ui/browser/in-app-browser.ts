export type OwnBrowser = 'Safari' | 'Chrome'

/** Also where an app leaves out the mark of its web view. */
const APPS =
  /Instagram|Barcelona|FBAN|FBAV|FB_IAB|MetaIAB|LinkedInApp|musical_ly|Bytedance|\bLine\/|Snapchat|\bGSA\/|\[Pinterest|KAKAOTALK|MicroMessenger/
const ANDROID_WEB_VIEW = /\(Linux; [^)]*Android[^)]*; wv\)/
const IOS = /iPhone|iPad|iPod/

/** By name, web view mark, or an iOS WebKit that is no Safari. @returns the browser to use in place of the app's */
export function browserInsteadOfApp(userAgent: string): OwnBrowser | undefined {
  const isIos = IOS.test(userAgent) || (APPS.test(userAgent) && userAgent.includes('Macintosh'))
  const isBareWebView = isIos && userAgent.includes('AppleWebKit') && !userAgent.includes('Safari/')
  if (!isBareWebView && !ANDROID_WEB_VIEW.test(userAgent) && !APPS.test(userAgent)) return undefined
  if (isIos) return 'Safari'
  return userAgent.includes('Android') ? 'Chrome' : undefined
}

/** Android opens it in Chrome; where that is missing, nothing happens. */
export const intentOf = (address: string): string =>
  `${address.replace(/^https?:/, 'intent:')}#Intent;scheme=https;package=com.android.chrome;end`
