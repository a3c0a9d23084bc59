/** Where GitHub sends a user back to who signs in, behind the address of the App. */
export const CALLBACK_PATH = '/overview/callback';
