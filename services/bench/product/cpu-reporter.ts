/**
 * Preloaded into a measured process. Answers its parent's question for the processor time and memory used so
 * far.
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
// Ends the process when the bench was killed.
process.on('disconnect', () => process.exit(1))
// The channel alone must not keep the process alive.
process.channel?.unref()
