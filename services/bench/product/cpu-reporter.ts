/**
 * Loaded into a measured process before its own program: tells, when asked over the channel to its parent, how much
 * processor time and memory the process has used. It costs nothing while nobody asks.
 */
process.on('message', (message: { readonly ask?: string; readonly id?: number }) => {
  if (message.ask !== 'usage') return
  const { rss } = process.memoryUsage()
  process.send?.({
    id: message.id,
    ...process.cpuUsage(),
    rss,
    rssMax: process.resourceUsage().maxRSS * 1_024,
  })
})
// A bench that was killed leaves nothing running.
process.on('disconnect', () => process.exit(1))
// The channel alone must not keep the process alive.
process.channel?.unref()
