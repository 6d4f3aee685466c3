import { startSignedIn } from './signed-in.js';

startSignedIn();
