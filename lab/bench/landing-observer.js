// Runs in a page before its own scripts and adds up what a person would notice.
const measured = { lcp: 0, blocked: 0, shift: 0, worst: 0 }
window.measured = measured

function watch(type, see, more) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) see(entry)
  }).observe({ type, buffered: true, ...more })
}

watch('largest-contentful-paint', (entry) => {
  measured.lcp = entry.startTime
})
watch('longtask', (entry) => {
  measured.blocked += Math.max(0, entry.duration - 50)
})
watch('layout-shift', (entry) => {
  if (!entry.hadRecentInput) measured.shift += entry.value
})
watch(
  'event',
  (entry) => {
    if (entry.interactionId) measured.worst = Math.max(measured.worst, entry.duration)
  },
  { durationThreshold: 16 },
)
