/** Where the draft of a request waits, in session storage. */
export const draftKey = 'study-request-form'
/** Where a request waits that is sent once there is a connection. */
export const queueKey = 'study-request-queue'
